namespace Dap.Tests
{
    public class Tests
    {
        public void Run(object conn)
        {
            using (Mapper.Grid multi = Mapper.Make())
            {
                multi.Read();
                multi.Read<int>();
                multi.ReadAsync<int>();
            }
            using (var other = Mapper.Make())
            {
                Check(other.First<int>());
                Check(other.ReadAsync<int>());
            }
        }
        void Check(int a) {}
    }
}
