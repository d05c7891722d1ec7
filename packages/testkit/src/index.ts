// Exports the whole package. The other entry points load only the parts for tests of applications,
// networks or stores.
export * from './application.js'
export * from './platform.js'
export * from './store-checks/index.js'
export * from './route-checks/index.js'
