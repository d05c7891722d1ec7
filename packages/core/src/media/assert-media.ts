import { isMedia, type Media } from '../models/media.js'
import { wrongArgument } from '../models/values/wrong-argument.js'

/** @throws ConfigError for a value that is not Media, with how to make it. */
export function assertMedia(media: unknown, door: string): asserts media is Media {
  if (!isMedia(media)) throw wrongArgument(`${door}: media`, 'a file such as Media.fromFile(path)', media)
}
