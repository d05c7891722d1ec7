export * from './queue.js'
