export type { MediaOptions } from './base-media.js'
export { type BytesOptions, Media } from './media.js'
