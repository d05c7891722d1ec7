export { InMemoryLoginMemory, type InMemoryLoginMemoryOptions } from './login-memory.js'
