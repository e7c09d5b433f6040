import { ApolloServer } from '@apollo/server'
import { Server } from '@grpc/grpc-js'
import { greeter } from './proto'

const users = () => []
const resolvers = {
  Query: { users, user: () => null },
  Mutation: { addUser },
  User: { name: () => '' },
}
new ApolloServer({ typeDefs: '', resolvers })

function addUser() {}
function sayHello() {}

const server = new Server()
server.addService(greeter.Greeter.service, { sayHello })
new ApolloServer({ typeDefs: '', resolvers: { Subscription: { added() {} } } })
