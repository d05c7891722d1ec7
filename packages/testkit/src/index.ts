// Everything of the kit. The other entry points load only the part of one audience.
export * from './application.js'
export * from './platform.js'
export * from './store-checks/index.js'
export * from './route-checks/index.js'
