const kettle = { use(list: unknown[]) {}, get(name: string) {} }
export default kettle
