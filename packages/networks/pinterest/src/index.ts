export type { PinterestBoard, PinterestSection } from './map.js'
export type {
  PinterestAddress,
  PinterestEditOptions,
  PinterestOptions,
  PinterestPostOptions,
} from './options.js'
export { pinterest, type PinterestPlatform } from './platform.js'
export { createBoard, createSection, type NewBoard } from './publish/index.js'
export { boards, boardSections } from './read/index.js'
