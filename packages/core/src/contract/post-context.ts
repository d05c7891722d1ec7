import type { Platform } from './platform.js'

/** Returns the context in which a post is read: the name of the platform, and its options that are content. */
export function contextOf({ name, contentOptions }: Pick<Platform, 'name' | 'contentOptions'>) {
  return { platform: name, contentOptions }
}
