// Exports the whole kit. Each other entry point loads only the parts for one audience.
export * from './application.js'
export * from './platform.js'
export * from './store-checks/index.js'
export * from './route-checks/index.js'
