export default function handler() {
  return null
}
