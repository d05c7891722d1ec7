import { fileURLToPath } from 'node:url'
import { types } from 'node:util'

import type { Media as MediaModel } from '../models/index.js'
import { describeValue } from '../models/values/describe-value.js'
import { nearMiss } from '../models/values/near-miss.js'
import type { MediaOptions } from './base-media.js'
import { BytesMedia } from './bytes-media.js'
import { FileMedia } from './file-media.js'
import { refusedFile } from './refused-file.js'
import { UrlMedia } from './url-media.js'

/** Options of media whose bytes are in memory. */
export interface BytesOptions extends MediaOptions {
  /** File name with its extension, such as `picture.jpg`. */
  readonly filename: string
}

function readOptions<T extends MediaOptions>(options: T, accepted: readonly (keyof T & string)[]): T {
  if (typeof options !== 'object' || options === null)
    throw refusedFile(
      'FILE_UNREADABLE',
      `The options of a file must be an object, not ${describeValue(options)}.`,
    )
  const unknown = Object.keys(options).find((name) => !accepted.includes(name as keyof T & string)) // safe cast: the name is only compared with the accepted names
  if (unknown === undefined) return options
  const meant = nearMiss(unknown, accepted)
  throw refusedFile(
    'FILE_UNREADABLE',
    `A file does not know the option ${describeValue(unknown)}.${meant ? ` Did you mean "${meant}"?` : ''} It takes: ${accepted.join(', ')}.`,
  )
}

function readPath(path: unknown): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path)
  if (typeof path !== 'string' || path === '')
    throw refusedFile(
      'FILE_UNREADABLE',
      `Media.fromFile requires the path of a file, not ${path instanceof URL ? 'a URL. Use Media.fromUrl for a URL' : describeValue(path)}.`,
    )
  if (/^https?:\/\//i.test(path))
    throw refusedFile(
      'FILE_UNREADABLE',
      'Media.fromFile requires the path of a file on this machine, not a URL. Use Media.fromUrl(url) for a file on the web.',
    )
  return path
}

function readUrl(url: unknown): URL {
  const address = typeof url === 'string' ? URL.parse(url) : url instanceof URL ? url : null
  if (address && (address.protocol === 'https:' || address.protocol === 'http:')) return address
  throw refusedFile(
    'FILE_UNREADABLE',
    'Media.fromUrl requires a URL that starts with https://, such as "https://example.com/a.jpg". Use Media.fromFile(path) for a file on this machine.',
  )
}

/**
 * Creates media from a file on disk. The file is not accessed before the upload.
 *
 * @param path - Path or `file:` URL. A relative path starts at the working directory.
 * @param options - `altText`, and `kind`, which is required for an unknown file extension.
 * @throws InvalidPostError for an unknown file extension without `kind`.
 */
function fromFile(path: string | URL, options: MediaOptions = {}): MediaModel {
  return new FileMedia(readPath(path), readOptions(options, ['altText', 'kind']))
}

/**
 * Creates media from bytes in memory. The bytes are not copied, so do not change them before the
 * post is published.
 *
 * @param data - A `Uint8Array` or `Buffer`.
 * @param options - `filename`, `altText`, and `kind`, which is required for an unknown file
 * extension.
 * @throws InvalidPostError for data of another type, a missing name, and an unknown kind.
 */
function fromBytes(data: Uint8Array, options: BytesOptions): MediaModel {
  const given: unknown = data
  if (!types.isUint8Array(given))
    throw refusedFile(
      'FILE_UNREADABLE',
      `Media.fromBytes requires a Uint8Array or a Buffer, not ${describeValue(typeof given === 'string' ? given.slice(0, 20) : given)}. Use Media.fromFile(path) for a path, and new Uint8Array(await blob.arrayBuffer()) for a Blob.`,
    )
  const { filename } = readOptions(options, ['filename', 'altText', 'kind'])
  if (typeof filename !== 'string' || filename === '')
    throw refusedFile(
      'FILE_UNREADABLE',
      "Media.fromBytes requires a file name, for example { filename: 'launch.mp4' }.",
    )
  return new BytesMedia(data, filename, options)
}

/**
 * Creates media from the URL of a file, for networks that download the file. Other networks refuse
 * such media. No request is sent.
 *
 * @param url - An http or https URL.
 * @param options - `altText`, and `kind`, which is required for an unknown file extension.
 * @throws InvalidPostError for any other URL, and for an unknown kind.
 */
function fromUrl(url: string | URL, options: MediaOptions = {}): MediaModel {
  return new UrlMedia(readUrl(url), readOptions(options, ['altText', 'kind']))
}

/**
 * Creates the pictures and videos of a post.
 *
 * @example
 * const media = [Media.fromFile('launch.jpg', { altText: 'A rocket on its pad' })]
 */
export const Media = { fromFile, fromBytes, fromUrl } as const
/** A picture or video to publish. The file is not read before the upload. */
export type Media = MediaModel
