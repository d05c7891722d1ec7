export type { RoutesClient } from '../client/public.js'
export { statusFor } from '../errors/index.js'
export { readForm } from './form.js'
export { InMemoryLoginMemory, type InMemoryLoginMemoryOptions } from './login-memory.js'
export type { MediaServer } from './media/media-server.js'
export { SignedMediaHost, type SignedMediaHostOptions } from './media/signed-media-host.js'
export {
  nodeHeaders,
  type NodeHandlerOptions,
  readNodeBody,
  sendNode,
  toNodeHandler,
} from './node-handler.js'
export type { RoutesOptions, SecretSource, SignInBinding, SignInOutcome } from './options.js'
export { ROUTE_FOLDERS, type RouteFolder } from './path.js'
export { BODY_TOO_BIG, Reply } from './reply.js'
export type { Params, RouteRequest } from './request.js'
export { Routes } from './routes.js'
