export { Dispatcher, type DispatcherOptions, type HandlerContext, type UpdateHandler } from './dispatcher.js'
export { InMemorySeenUpdates, type InMemorySeenUpdatesOptions } from './in-memory-seen.js'
