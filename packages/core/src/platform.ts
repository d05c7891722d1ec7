export * from './contract/index.js'
export * from './errors/index.js'
export * from './models/index.js'
