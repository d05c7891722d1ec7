import type { MediaFile } from '../records.js'
import type { MastodonState } from '../state.js'

/** Returns the URL of a file. */
const mediaUrl = (state: MastodonState, file: MediaFile, size: 'original' | 'small'): string =>
  `${state.origin}/system/media_attachments/files/${file.id}/${size}/${encodeURIComponent(file.filename)}`

/**
 * Returns the size of a picture scaled into a square of this many pixels, with the same
 * proportions.
 */
function fitted(file: MediaFile, pixels: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, Math.sqrt(pixels / (file.width * file.height)))
  return {
    width: Math.max(1, Math.round(file.width * scale)),
    height: Math.max(1, Math.round(file.height * scale)),
  }
}

const sized = ({ width, height }: { readonly width: number; readonly height: number }): object => ({
  width,
  height,
  size: `${width}x${height}`,
  aspect: width / height,
})

function metaJson(file: MediaFile): unknown {
  const small = fitted(file, 230_400)
  const focus = file.focus === null ? {} : { focus: { x: file.focus[0], y: file.focus[1] } }
  if (file.type === 'image') return { ...focus, original: sized(file), small: sized(small) }
  if (file.type === 'audio') return { ...focus, original: { duration: 6.1, bitrate: 128_000 } }
  const { width, height } = file
  return {
    ...focus,
    original: { width, height, frame_rate: '30/1', duration: 6.1, bitrate: 955_000 },
    small: sized(small),
  }
}

/** Describes a file as a MediaAttachment. A file has no URL until it is processed. */
export function mediaJson(state: MastodonState, file: MediaFile): Record<string, unknown> {
  const isReady = file.state === 'READY'
  return {
    id: file.id,
    type: file.type,
    url: isReady ? mediaUrl(state, file, 'original') : null,
    preview_url:
      isReady && (file.type !== 'audio' || file.thumbnail !== null) ? mediaUrl(state, file, 'small') : null,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: isReady ? metaJson(file) : null,
    description: file.description,
    blurhash: isReady && file.type !== 'audio' ? 'UFBWY:8_0Jxv4mx]t8t64.%M-:IUWGaKWCs:' : null,
  }
}
