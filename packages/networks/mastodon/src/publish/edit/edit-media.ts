import {
  InvalidPostError,
  type JsonObject,
  type Limits,
  type MultipartPart,
  type RequestOptions,
} from '@social/core/platform'
import type * as v from 'valibot'

import type { editOptions } from '../../options.js'
import type { SentReply } from '../../schemas.js'
import { pictureOf, thumbnailPart } from '../thumbnails.js'

/** What an edit says of the files of a post, by their ids. */
type MediaChanges = Pick<v.InferOutput<typeof editOptions>, 'altTexts' | 'focus' | 'thumbnails'>

function refuse(what: string): InvalidPostError {
  return new InvalidPostError(what, { platform: 'mastodon' })
}

function assertThumbnail(id: string, bytes: Uint8Array, { media_attachments: files }: SentReply): void {
  const type = files?.find((file) => file.id === id)?.type
  if (type === 'image')
    throw refuse(
      `options.thumbnails names the picture ${JSON.stringify(id)}, which is its own thumbnail. Give thumbnails to videos and sounds only; options.focus says what of a picture is never cut off.`,
    )
  if (pictureOf(bytes) === null)
    throw refuse(
      `options.thumbnails has no picture for ${JSON.stringify(id)} that mastodon takes. Pass the bytes of a PNG, JPEG, GIF or WebP file.`,
    )
}

/** @throws InvalidPostError for a file that is not in the post, and for what is no thumbnail. */
export function checkMediaChanges({ altTexts, focus, thumbnails }: MediaChanges, status: SentReply): void {
  const mediaIds = (status.media_attachments ?? []).flatMap(({ id }) => id ?? [])
  for (const [name, byId] of Object.entries({ altTexts, focus, thumbnails }))
    for (const id of Object.keys(byId ?? {}))
      if (!mediaIds.includes(id))
        throw refuse(
          `options.${name} names the file ${JSON.stringify(id.slice(0, 80))}, which is not in the post. It has: ${mediaIds.join(', ') || 'none'}.`,
        )
  for (const [id, bytes] of Object.entries(thumbnails ?? {})) assertThumbnail(id, bytes, status)
}

/** @throws InvalidPostError when a thumbnail is bigger than this server takes a picture. */
export function checkNewThumbnails({ thumbnails }: MediaChanges, { maxImageBytes }: Limits): void {
  for (const [id, bytes] of Object.entries(thumbnails ?? {}))
    if (maxImageBytes !== null && bytes.length > maxImageBytes)
      throw refuse(
        `options.thumbnails has ${bytes.length} bytes for ${JSON.stringify(id)}; this mastodon server takes at most ${maxImageBytes}. Make it smaller.`,
      )
}

/** `media_attributes` of an edit, without the thumbnails. */
export function mediaAttributes({
  altTexts = {},
  focus = {},
  thumbnails = {},
}: MediaChanges): readonly JsonObject[] {
  const ids = new Set([...Object.keys(altTexts), ...Object.keys(focus), ...Object.keys(thumbnails)])
  return [...ids].map((id) => ({
    id,
    ...(altTexts[id] !== undefined && { description: altTexts[id] }),
    ...(focus[id] !== undefined && { focus: focus[id].join(',') }),
  }))
}

function fields(name: string, value: JsonObject[string] | undefined): readonly MultipartPart[] {
  if (Array.isArray(value)) return value.flatMap((each) => fields(`${name}[]`, each))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, each]) => fields(`${name}[${inner}]`, each))
  return value === null || value === undefined ? [] : [{ name, value: `${value}` }]
}

/**
 * The body of an edit: JSON; with thumbnails a form, since only a form carries files. Such an edit is another one each time
 * it is sent. app/services/update_status_service.rb of the server (read 2026-11-22)
 */
export function bodyOfEdit(
  { media_attributes: attributes, ...rest }: JsonObject,
  { thumbnails }: MediaChanges,
): Pick<RequestOptions, 'json' | 'multipart' | 'retry'> {
  if (thumbnails === undefined || Object.keys(thumbnails).length === 0)
    // The same once more is no edit: unchanged content is answered, and nothing happens.
    return {
      json: attributes === undefined ? rest : { ...rest, media_attributes: attributes },
      retry: 'always',
    }
  const list = Array.isArray(attributes) ? (attributes as readonly JsonObject[]) : [] // made by mediaAttributes
  const files = list.flatMap((each): MultipartPart[] => {
    const bytes = typeof each['id'] === 'string' ? thumbnails[each['id']] : undefined
    const own = Object.entries(each).flatMap(([name, value]) => fields(`media_attributes[][${name}]`, value))
    return bytes === undefined
      ? own
      : [...own, { ...thumbnailPart(bytes), name: 'media_attributes[][thumbnail]' }]
  })
  const multipart = [...Object.entries(rest).flatMap(([name, value]) => fields(name, value)), ...files]
  return { multipart, retry: 'unsent' }
}
