class AddUser {}
class FindUser {}

const commandHandlers = [AddUser]
const queryHandlers = [FindUser]
export const handlers = [...commandHandlers, ...queryHandlers]
