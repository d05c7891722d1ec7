import { type BytesOptions, Media, assertObject, type PartialInit } from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

/** A white picture of one pixel, as a PNG. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg=='

/** The first box of an MP4 file and an empty box for its frames: nobody plays it, but it looks like one. */
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42\0\0\0\x08mdat', 'latin1')

/** What may be said of a made-up file. */
export interface CheckMedia extends PartialInit<BytesOptions> {
  /** Instead of the made-up bytes. */
  readonly bytes?: Uint8Array | undefined
}

/** A tiny picture: a PNG of one pixel, `picture.png`. */
export function aPicture(init: CheckMedia = {}): Media {
  assertObject(init, 'aPicture', '{ altText }')
  const { bytes = Buffer.from(PNG, 'base64'), ...options } = init
  return Media.fromBytes(bytes, { filename: 'picture.png', ...withoutUndefined(options) })
}

/** A tiny file that looks like a video: `video.mp4`. */
export function aVideo(init: CheckMedia = {}): Media {
  assertObject(init, 'aVideo', '{ altText }')
  const { bytes = MP4, ...options } = init
  return Media.fromBytes(bytes, { filename: 'video.mp4', ...withoutUndefined(options) })
}
