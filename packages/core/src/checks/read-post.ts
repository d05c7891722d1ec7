import { InvalidPostError, type RawData } from '../errors/index.js'
import { type Media, type Post, type PostInput, toOptionalMoment } from '../models/index.js'
import { isMedia } from '../models/media.js'
import { assertContext } from '../models/values/assert-kind.js'
import { describeValue } from '../models/values/describe-value.js'
import { nearMiss } from '../models/values/near-miss.js'
import { assertAll, invalidPost } from './assert-all.js'
import { assertOptionsObject } from './options/read-options.js'
import { readText } from './text.js'

const FIELDS: readonly string[] = ['text', 'media', 'replyTo', 'publishAt', 'firstComment', 'options']

const NO_MEDIA: readonly Media[] = Object.freeze([])

function readMedia(media: unknown, platform: string): readonly Media[] {
  if (media === undefined || media === null) return NO_MEDIA
  if (!Array.isArray(media))
    throw invalidPost(platform, {
      field: 'media',
      code: 'FILE_UNREADABLE',
      message: `The post's media must be a list such as [Media.fromFile('launch.mp4')], not ${isMedia(media) ? 'a single file' : describeValue(media)}.`,
    })
  const list: readonly unknown[] = media
  return Object.freeze(
    // `Array.from` is used because `map` skips the holes of a sparse array.
    Array.from(list, (item, index) => {
      if (isMedia(item)) {
        if (item.altText)
          readText(item.altText, `The alt text of media[${index}]`, platform, {
            field: 'media',
            mediaIndex: index,
          })
        return item
      }
      throw invalidPost(platform, {
        field: 'media',
        code: 'FILE_UNREADABLE',
        mediaIndex: index,
        message: `media[${index}] of the post is not a file: ${describeValue(item)}. Pass Media.fromFile(path), Media.fromBytes(bytes, { filename }) or Media.fromUrl(address).`,
      })
    }),
  )
}

function readReplyTo(replyTo: unknown, platform: string): string | null {
  if (replyTo === undefined || replyTo === null) return null
  if (typeof replyTo === 'string' && replyTo !== '')
    return readText(replyTo, "The post's replyTo", platform, { field: 'replyTo' })
  throw invalidPost(platform, {
    field: 'replyTo',
    code: 'POST_INVALID',
    message: `The post's replyTo must be the id of the post to reply to, as a string, not ${describeValue(replyTo)}. Remove it for a separate post.`,
  })
}

function refuseUnknownFields(input: object, platform: string): void {
  const given = input as Readonly<Record<string, unknown>> // safe cast: each field is checked below, by name
  for (const name in given)
    if (!FIELDS.includes(name) && given[name] !== undefined && Object.hasOwn(given, name))
      throw unknownField(name, platform)
}

function unknownField(name: string, platform: string): InvalidPostError {
  const meant = nearMiss(name, FIELDS)
  const hint = meant
    ? `Did you mean "${meant}"?`
    : `Pass options specific to ${platform} in the field options: { options: { … } }.`
  return new InvalidPostError(
    `A post has no field ${describeValue(name)}. ${hint} It takes: ${FIELDS.join(', ')}.`,
    {
      platform,
    },
  )
}

/** Properties of a platform that decide whether a post is empty. */
export interface PostContext {
  readonly platform: string
  readonly contentOptions?: readonly string[] | undefined
}

/**
 * Reads a post by the rules common to all networks. Returns the options unchanged, because
 * `readOptions` reads them.
 *
 * @param input - Input of the application.
 * @param context - Name of the network for the messages. `contentOptions` are the options that are content without a
 *   text, such as a link.
 * @throws InvalidPostError for an empty post, an unknown field, and a text or file of the wrong
 * type.
 * @throws ConfigError if `publishAt` is not a date with a time zone.
 */
export function readPost(input: PostInput<unknown>, context: PostContext): Post {
  assertContext(context, 'readPost')
  const { platform, contentOptions = [] } = context
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new InvalidPostError(
      `A post must be an object such as { text: 'Good morning' }, not ${describeValue(input)}.`,
      {
        platform,
      },
    )
  refuseUnknownFields(input, platform)
  const publishAt = toOptionalMoment(input.publishAt, 'Post.publishAt')
  let [text, media, replyTo, options] = ['', NO_MEDIA, null as string | null, {} as RawData]
  assertAll(
    () => (text = readText(input.text ?? '', "The post's text", platform)),
    () => (media = readMedia(input.media, platform)),
    () => (replyTo = readReplyTo(input.replyTo, platform)),
    () => (options = assertOptionsObject(input.options, platform)),
  )
  const isContent = contentOptions.some((name) => options[name] !== undefined && options[name] !== null)
  if (media.length === 0 && text.trim() === '' && !isContent)
    throw invalidPost(platform, {
      field: 'post',
      code: 'POST_EMPTY',
      message: `The post is ${text === '' ? 'empty' : 'blank: its text is only white space'}. Pass text, media or both.`,
    })
  return Object.freeze({ text, media, replyTo, publishAt, options })
}
