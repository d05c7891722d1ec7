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
  /** By which a file at a media host is released; null for every other. */
  handle: v.nullable(v.string()),
})

/** A post as it travels in a queue: plain JSON, and of its files only where they lie. */
export const carriedPostSchema = v.object({
  text: v.string(),
  media: v.array(fileSchema),
  replyTo: v.nullable(v.string()),
  publishAt: v.nullable(v.string()),
  options: v.record(v.string(), v.unknown()),
  optionFiles: v.optional(optionFilesSchema, []),
})

/** A post as it travels in a queue. */
export type CarriedPost = v.InferOutput<typeof carriedPostSchema>
type CarriedFile = CarriedPost['media'][number]

/** A post to be carried, and what tells it from every other. */
export interface PackedPost {
  readonly post: CarriedPost
  /** The same for the same content, wherever a media host has put its files. */
  readonly print: string
}

/** The media of a post as they travel, and what tells them from every other. */
interface PackedFiles {
  readonly carried: CarriedFile[]
  readonly prints: readonly unknown[]
}

/** Of a post that has no media. */
export const NO_FILES: PackedFiles = { carried: [], prints: [] }

/** A post whose fields a queue can carry. */
export interface CarriablePost {
  /** As it was given. */
  readonly input: PostInput
  readonly packed: PackedOptions
}

/** What a post is packed with. */
interface PackOptions {
  readonly mediaHost: MediaHost | null
  /** How long a file has to be served. */
  readonly lifetimeSeconds: number
}

/** Where a post is to go, and what its files can be carried by. */
interface CarryContext {
  readonly platform: string
  readonly hasMediaHost: boolean
  /** What stands before the names of its fields in a message: `posts[1].`, or nothing. */
  readonly whole: string
}

/**
 * Refuses what a queue cannot carry: bytes that nobody serves, and what is no JSON. Everything else of the post is the
 * network's to refuse.
 *
 * @throws InvalidPostError naming the field, and what to pass in its place.
 */
export function carriable(input: PostInput, { platform, hasMediaHost, whole }: CarryContext): CarriablePost {
  const given = Object(input) as PostInput // what is no post at all is refused by the network's own check
  const media: unknown = given.media
  for (const [at, file] of (Array.isArray(media) ? (media as readonly File[]) : []).entries())
    if (isBytes(file) && !hasMediaHost)
      throw new InvalidPostError(
        `${whole}media[${at}] holds bytes, which a queue does not carry. Write them to a file that every worker can read and pass Media.fromFile(path), pass Media.fromUrl(url), or give the jobs a mediaHost.`,
        { platform },
      )
  return { input, packed: packOptions(given.options, platform, whole) }
}

/** The post as the network takes it. @throws InvalidPostError for a file in its options that cannot be read. */
export async function filled({ input, packed }: CarriablePost): Promise<PostInput> {
  return { ...input, options: await fillOptions(packed, Media.fromFile) }
}

/**
 * Packs a post that was checked.
 *
 * @param files - What `packFiles` has made of its media.
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

/** Packs the media of a post: files on disk as their absolute path, addresses as they are, all else by the media host. */
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

/** The post again, as `account.post` takes it. @throws InvalidPostError for a file in its options that cannot be read. */
export async function unpackPost(post: CarriedPost): Promise<PostInput> {
  const { text, media, replyTo, publishAt, optionFiles } = post
  const options = optionFiles.length === 0 ? post.options : await fillOptions(post, Media.fromFile)
  return { text, media: media.map(unpackFile), replyTo, publishAt, options }
}

/** True for a post of which the media host serves a file. */
export function isHosted(post: CarriedPost): boolean {
  return post.media.some(({ handle }) => handle !== null)
}

/** Takes back what a media host serves for a post. */
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

/** The same value whatever the order of its keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)])
}
