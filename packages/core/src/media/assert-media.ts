import { isMedia, type Media } from '../models/media.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/** @throws ConfigError for a value that is not Media, with the way to create it. */
export function assertMedia(media: unknown, caller: string): asserts media is Media {
  if (!isMedia(media)) throw wrongArgument(`${caller}: media`, 'a file such as Media.fromFile(path)', media)
}
