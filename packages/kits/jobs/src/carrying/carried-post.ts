import { resolve as absolute } from 'node:path'

import { InvalidPostError, Media, type MediaHost, type PostInput, toOptionalMoment } from '@social/core/store'
import * as v from 'valibot'

import { printOf } from '../job-id.js'
import { fillOptions, optionFilesSchema, type PackedOptions, packOptions } from './carried-options.js'

type File = NonNullable<PostInput['media']>[number]

const fileSchema = v.object({
  from: v.picklist(['PATH', 'ADDRESS']),
  at: v.string(),
  kind: v.picklist(['IMAGE', 'VIDEO']),
  altText: v.nullable(v.string()),
  /** Handle for releasing a file at a media host; null for any other file. */
  handle: v.nullable(v.string()),
})

/** Schema of a post as stored in a queue: plain JSON, with the location of each file. */
export const carriedPostSchema = v.object({
  text: v.string(),
  media: v.array(fileSchema),
  replyTo: v.nullable(v.string()),
  publishAt: v.nullable(v.string()),
  options: v.record(v.string(), v.unknown()),
  optionFiles: v.optional(optionFilesSchema, []),
})

/** A post as stored in a queue. */
export type CarriedPost = v.InferOutput<typeof carriedPostSchema>
type CarriedFile = CarriedPost['media'][number]

/** A packed post and its hash. */
export interface PackedPost {
  readonly post: CarriedPost
  /** Hash of the content. It does not depend on the URLs of hosted files. */
  readonly print: string
}

/** Packed media of a post and their hashes. */
interface PackedFiles {
  readonly carried: CarriedFile[]
  readonly prints: readonly unknown[]
}

/** Packed media of a post without media. */
export const NO_FILES: PackedFiles = { carried: [], prints: [] }

/** A post whose fields a queue can carry. */
export interface CarriablePost {
  /** Post as passed by the caller. */
  readonly input: PostInput
  readonly packed: PackedOptions
}

/** Options of packing media. */
interface PackOptions {
  readonly mediaHost: MediaHost | null
  /** Seconds for which a hosted file has to be available. */
  readonly lifetimeSeconds: number
}

/** Context of a post to carry. */
interface CarryContext {
  readonly platform: string
  readonly hasMediaHost: boolean
  /** Prefix of field names in messages: `posts[1].`, or empty. */
  readonly whole: string
}

/**
 * Refuses values that a queue cannot carry: bytes without a media host, and values that are not JSON. The network's
 * check covers everything else.
 *
 * @throws InvalidPostError naming the field and an accepted value.
 */
export function carriable(input: PostInput, { platform, hasMediaHost, whole }: CarryContext): CarriablePost {
  const given = Object(input) as PostInput // the network's check refuses other values
  const media: unknown = given.media
  for (const [at, file] of (Array.isArray(media) ? (media as readonly File[]) : []).entries())
    if (isBytes(file) && !hasMediaHost)
      throw new InvalidPostError(
        `${whole}media[${at}] contains bytes, which a queue does not carry. Write the bytes to a file that every worker can read and pass Media.fromFile(path), pass Media.fromUrl(url), or give SocialJobs a mediaHost.`,
        { platform },
      )
  return { input, packed: packOptions(given.options, platform, whole) }
}

/**
 * Returns the post with the bytes of its files. @throws InvalidPostError for a file in its options that cannot be
 * read.
 */
export async function filled({ input, packed }: CarriablePost): Promise<PostInput> {
  return { ...input, options: await fillOptions(packed, Media.fromFile) }
}

/**
 * Packs a post that was checked.
 *
 * @param files - Result of `packFiles` for its media.
 */
export function packPost({ input, packed }: CarriablePost, files: PackedFiles): PackedPost {
  const { text = '', replyTo = null, publishAt } = input
  const fields = {
    text,
    replyTo,
    publishAt: toOptionalMoment(publishAt, 'Post.publishAt')?.toISOString() ?? null,
    options: packed.options,
    optionFiles: packed.optionFiles,
  }
  const print = printOf(JSON.stringify([sorted(fields), files.prints]))
  return { post: { ...fields, media: files.carried }, print }
}

/** Packs the media of a post: files as absolute paths, URLs unchanged, all other media through the media host. */
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

/** Unpacks a post for `account.post`. @throws InvalidPostError for a file in its options that cannot be read. */
export async function unpackPost(post: CarriedPost): Promise<PostInput> {
  const { text, media, replyTo, publishAt, optionFiles } = post
  const options = optionFiles.length === 0 ? post.options : await fillOptions(post, Media.fromFile)
  return { text, media: media.map(unpackFile), replyTo, publishAt, options }
}

/** True if the media host serves a file of the post. */
export function isHosted(post: CarriedPost): boolean {
  return post.media.some(({ handle }) => handle !== null)
}

/** Releases the files of a post at the media host. */
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

/** Sorts all keys of a value, so that equal values have equal JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)])
}
