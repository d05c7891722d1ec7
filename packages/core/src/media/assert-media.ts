import { isMedia, type Media } from '../models/media.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/**
 * Checks that a value is a media file. @throws ConfigError for other values, with the functions
 * that create media.
 */
export function assertMedia(media: unknown, caller: string): asserts media is Media {
  if (!isMedia(media)) throw wrongArgument(`${caller}: media`, 'a file such as Media.fromFile(path)', media)
}
