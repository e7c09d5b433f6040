export const title = import.meta.env.VITE_TITLE
const meta = { env: {} }
export const none = meta.env.VITE_NONE // not configuration
