export type { Media } from '../models/index.js'
