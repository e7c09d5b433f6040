namespace Shop
{
    using System;
    using System.Collections.Generic;
    using System.Threading.Tasks;
    using static Internal.Helpers; // seen from the namespace around

    public class Use
    {
        private readonly List<Exception> seen = new List<Exception>();
        private int count;

        public void All(Policy policy, object thing, INumber<int> number, INumber<int?> maybe)
        {
            policy.Run(() => seen.Clear()); // gives nothing back: no Func
            policy.Run(() => count);        // no statement: no Action
            policy.Run(() => throw new Exception()); // tells no T
            policy.Run(x => seen.Clear());
            policy.Run((x, y) => seen.Clear());
            policy.Later(() => Task.CompletedTask);
            policy.Later(() => Task.FromResult(1));
            policy.Later(async () => { await Task.Delay(1); });
            policy.On(e => seen.Add(e));
            policy.On(e => Task.CompletedTask);
            policy.Read(new List<string>()); // the other one is private
            policy.Log("x", 1);
            policy.Log("x", thing); // both take an object: the one without type parameters
            new Rule(r => r.For(x => x.Name), r => r.For(x => x.Name));
            new Rules { r => r.For(x => x.Name) };
            new { Key = 1 }.Size();
            number.Above(1);
            Help();
        }
    }
}
