import { resolve as absolute } from 'node:path'

import { Media, type MediaHost, type PostInput, toOptionalMoment } from '@social/core/store'
import * as v from 'valibot'

import { printOf } from '../job-id.js'
import { fillOptions, optionFilesSchema, type PackedOptions, packOptions } from './carried-options.js'
import { refusedPost } from './refused-post.js'

type File = NonNullable<PostInput['media']>[number]

const fileSchema = v.object({
  from: v.picklist(['PATH', 'ADDRESS']),
  at: v.string(),
  kind: v.picklist(['IMAGE', 'VIDEO', 'DOCUMENT']),
  altText: v.nullable(v.string()),
  /** Handle with which the media host releases the file. Null if no media host serves the file. */
  handle: v.nullable(v.string()),
})

/** Schema of a post as stored in a queue: JSON with the path or URL of each file. */
export const carriedPostSchema = v.object({
  text: v.string(),
  media: v.array(fileSchema),
  replyTo: v.nullable(v.string()),
  publishAt: v.nullable(v.string()),
  /** Missing in jobs that were added before first comments existed. */
  firstComment: v.optional(v.nullable(v.string()), null),
  options: v.record(v.string(), v.unknown()),
  optionFiles: v.optional(optionFilesSchema, []),
})

/** A post as stored in a queue. */
export type CarriedPost = v.InferOutput<typeof carriedPostSchema>
type CarriedFile = CarriedPost['media'][number]

/** A post as stored in a queue, and the hash of its content. */
export interface PackedPost {
  readonly post: CarriedPost
  /** Hash of the content. URLs of files at a media host do not change the hash. */
  readonly print: string
}

/** Media of a post as stored in a queue, and the hash of each file. */
interface PackedFiles {
  readonly carried: CarriedFile[]
  readonly prints: readonly unknown[]
}

/** Result of `packFiles` for a post without media. */
export const NO_FILES: PackedFiles = { carried: [], prints: [] }

/** A post that `carriable` accepted for storage in a queue. */
export interface CarriablePost {
  /** Post as passed by the caller. */
  readonly input: PostInput
  readonly packed: PackedOptions
}

/** Options of `packFiles`. */
interface PackOptions {
  readonly mediaHost: MediaHost | null
  /** Number of seconds for which the media host must serve the files. */
  readonly lifetimeSeconds: number
}

/** Options of `carriable`. */
interface CarryContext {
  readonly platform: string
  readonly hasMediaHost: boolean
  /** Prefix of field names in error messages: `posts[1].`, or empty. */
  readonly whole: string
}

/**
 * Refuses values that a queue cannot store: bytes without a media host, and values that are not
 * JSON. The network's own check of the post covers all other rules.
 *
 * @throws InvalidPostError that names the field and an accepted value.
 */
export function carriable(input: PostInput, { platform, hasMediaHost, whole }: CarryContext): CarriablePost {
  const given = Object(input) as PostInput // safe cast: only `media` and `options` are read, and the network's check refuses invalid values
  const media: unknown = given.media
  for (const [at, file] of (Array.isArray(media) ? (media as readonly File[]) : []).entries())
    if (isBytes(file) && !hasMediaHost)
      throw refusedPost(platform, {
        field: 'media',
        code: 'FILE_NOT_KEPT',
        mediaIndex: at,
        facts: { file: file.filename },
        message: `${whole}media[${at}] contains bytes, which a queue does not carry. Write the bytes to a file that every worker can read and pass Media.fromFile(path), pass Media.fromUrl(url), or give SocialJobs a mediaHost.`,
      })
  return { input, packed: packOptions(given.options, platform, whole) }
}

/**
 * Reads the files in the options, and returns the complete post.
 *
 * @throws InvalidPostError for a file that cannot be read.
 */
export async function filled({ input, packed }: CarriablePost): Promise<PostInput> {
  return { ...input, options: await fillOptions(packed, Media.fromFile) }
}

/**
 * Converts a checked post to the form that a queue stores.
 *
 * @param files - Result of `packFiles` for the post's media.
 */
export function packPost({ input, packed }: CarriablePost, files: PackedFiles): PackedPost {
  const { text = '', replyTo = null, publishAt, firstComment = null } = input
  const fields = {
    text,
    replyTo,
    publishAt: toOptionalMoment(publishAt, 'Post.publishAt')?.toISOString() ?? null,
    ...(firstComment !== null && { firstComment }), // omitted, so that the hash of other posts stays the same
    options: packed.options,
    optionFiles: packed.optionFiles,
  }
  const print = printOf(JSON.stringify([sorted(fields), files.prints]))
  return { post: { ...fields, firstComment, media: files.carried }, print }
}

/**
 * Converts the media of a post: files on disk become absolute paths, and URLs stay unchanged. All
 * other media are uploaded to the media host.
 */
export async function packFiles(media: readonly File[], options: PackOptions): Promise<PackedFiles> {
  const carried: CarriedFile[] = []
  const prints: unknown[] = []
  for (const file of media) {
    const one = await packFile(file, options)
    carried.push(one)
    const place = one.handle === null ? one.at : printOf(await file.read())
    prints.push([one.from, place, one.kind, one.altText])
  }
  return { carried, prints }
}

/**
 * Converts a stored post to the input of `account.post`.
 *
 * @throws InvalidPostError for a file in the options that cannot be read.
 */
export async function unpackPost(post: CarriedPost): Promise<PostInput> {
  const { text, media, replyTo, publishAt, firstComment, optionFiles } = post
  const options = optionFiles.length === 0 ? post.options : await fillOptions(post, Media.fromFile)
  return { text, media: media.map(unpackFile), replyTo, publishAt, firstComment, options }
}

/** Returns true if a media host serves a file of the post. */
export function isHosted(post: CarriedPost): boolean {
  return post.media.some(({ handle }) => handle !== null)
}

/** Releases all files of a post at the media host. */
export async function releaseFiles(post: CarriedPost, mediaHost: MediaHost | null): Promise<void> {
  for (const { handle } of post.media) if (handle !== null) await mediaHost?.release(handle)
}

function unpackFile({ from, at, kind, altText }: CarriedFile): File {
  const options = { kind, altText }
  return from === 'PATH' ? Media.fromFile(at, options) : Media.fromUrl(at, options)
}

const isBytes = ({ path, url }: File): boolean => path === null && url === null

async function packFile(file: File, { mediaHost, lifetimeSeconds }: PackOptions): Promise<CarriedFile> {
  const { kind, altText, path, url } = file
  if (path !== null) return { from: 'PATH', at: absolute(path), kind, altText, handle: null }
  if (url !== null || mediaHost === null)
    return { from: 'ADDRESS', at: url ?? '', kind, altText, handle: null }
  const hosted = await mediaHost.publish(file, { lifetimeSeconds })
  return { from: 'ADDRESS', at: hosted.url, kind, altText, handle: hosted.handle }
}

/** Sorts the keys of all objects in a value, so that equal values produce equal JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)])
}
