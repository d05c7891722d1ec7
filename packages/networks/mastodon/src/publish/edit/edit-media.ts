import { type JsonObject, type Limits, type MultipartPart, type RequestOptions } from '@social/core/platform'
import type * as v from 'valibot'

import { refusal } from '../../messages.js'
import type { editOptions } from '../../options.js'
import type { SentReply } from '../../schemas.js'
import { pictureOf, thumbnailPart } from '../thumbnails.js'

/** Changes to the files of an edited post, by file id. */
type MediaChanges = Pick<v.InferOutput<typeof editOptions>, 'altTexts' | 'focus' | 'thumbnails'>

function assertThumbnail(id: string, bytes: Uint8Array, { media_attachments: files }: SentReply): void {
  const type = files?.find((file) => file.id === id)?.type
  if (type === 'image')
    throw refusal(
      'PREVIEW_IMAGE_OF_PICTURE',
      `options.thumbnails has an entry for the picture ${JSON.stringify(id)}. Only videos and audio files can have a thumbnail. Use options.focus for pictures.`,
      { field: 'options', optionPath: 'thumbnails' },
    )
  if (pictureOf(bytes) === null)
    throw refusal(
      'PREVIEW_IMAGE_TYPE',
      `The thumbnail of ${JSON.stringify(id)} in options.thumbnails is not a supported picture. Pass the bytes of a PNG, JPEG, GIF or WebP file.`,
      { field: 'options', optionPath: 'thumbnails' },
    )
}

/**
 * Checks the changes to the files of a post.
 *
 * @throws InvalidPostError for a file that is not in the post, and for an invalid thumbnail.
 */
export function checkMediaChanges({ altTexts, focus, thumbnails }: MediaChanges, status: SentReply): void {
  const mediaIds = (status.media_attachments ?? []).flatMap(({ id }) => id ?? [])
  for (const [name, byId] of Object.entries({ altTexts, focus, thumbnails }))
    for (const id of Object.keys(byId ?? {}))
      if (!mediaIds.includes(id))
        throw refusal(
          'FILE_NOT_IN_POST',
          `options.${name} has an entry for the file ${JSON.stringify(id.slice(0, 80))}, which is not in the post. Files of the post: ${mediaIds.join(', ') || 'none'}.`,
          { field: 'options', optionPath: name },
        )
  for (const [id, bytes] of Object.entries(thumbnails ?? {})) assertThumbnail(id, bytes, status)
}

/**
 * Checks the sizes of new thumbnails.
 *
 * @throws InvalidPostError when a thumbnail exceeds the image size limit of the server.
 */
export function checkNewThumbnails({ thumbnails }: MediaChanges, { maxImageBytes }: Limits): void {
  for (const [id, bytes] of Object.entries(thumbnails ?? {}))
    if (maxImageBytes !== null && bytes.length > maxImageBytes)
      throw refusal(
        'PREVIEW_IMAGE_TOO_LARGE',
        `The thumbnail of ${JSON.stringify(id)} in options.thumbnails has ${bytes.length} bytes. This mastodon server accepts at most ${maxImageBytes}. Make it smaller.`,
        { field: 'options', optionPath: 'thumbnails', limit: maxImageBytes, actual: bytes.length },
      )
}

/** Returns the field `media_attributes` of an edit, without the thumbnails. */
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
 * Returns the body of an edit: JSON, or a form when thumbnails are uploaded. A request with
 * thumbnails is not retried, because the server treats each such request as a new edit.
 * app/services/update_status_service.rb of the server (read 2026-11-22)
 */
export function bodyOfEdit(
  { media_attributes: attributes, ...rest }: JsonObject,
  { thumbnails }: MediaChanges,
): Pick<RequestOptions, 'json' | 'multipart' | 'retry'> {
  if (thumbnails === undefined || Object.keys(thumbnails).length === 0)
    // The server ignores an edit without changes, so the request can be retried.
    return {
      json: attributes === undefined ? rest : { ...rest, media_attributes: attributes },
      retry: 'always',
    }
  const list = Array.isArray(attributes) ? (attributes as readonly JsonObject[]) : [] // safe cast: `mediaAttributes` created this list of objects
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
