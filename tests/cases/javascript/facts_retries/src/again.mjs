export default function again(work, options) {
  return work();
}
