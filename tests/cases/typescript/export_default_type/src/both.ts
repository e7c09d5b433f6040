interface Both {
  size: number;
}
const Both = { make: 1 };
const Shape = 2;

export default Both;
