const hook = async () => null

export default hook
