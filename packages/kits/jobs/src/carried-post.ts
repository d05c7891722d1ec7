import { resolve as absolute } from 'node:path'

import {
  InvalidPostError,
  type JsonObject,
  Media,
  type MediaHost,
  type PostInput,
  toOptionalMoment,
  toPlainJson,
} from '@social/core/platform'
import * as v from 'valibot'

import { printOf } from './job-id.js'

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

/** What a post is packed with. */
interface PackOptions {
  readonly platform: string
  readonly mediaHost: MediaHost | null
  /** How long a file has to be served. */
  readonly lifetimeSeconds: number
}

/**
 * Packs a post that was checked. Files on disk travel as their absolute path, addresses as they are, everything else by
 * the media host.
 *
 * @throws InvalidPostError naming the field that a queue cannot carry.
 */
export async function packPost(input: PostInput, options: PackOptions): Promise<PackedPost> {
  const { platform } = options
  const { text = '', replyTo = null, publishAt, media = [] } = input
  for (const [at, file] of media.entries())
    if (file.path === null && file.url === null && options.mediaHost === null)
      throw new InvalidPostError(
        `media[${at}] holds bytes, which a queue does not carry. Write them to a file that every worker can read and pass Media.fromFile(path), pass Media.fromUrl(url), or give the jobs a mediaHost.`,
        { platform },
      )
  const fields = {
    text,
    replyTo,
    publishAt: toOptionalMoment(publishAt, 'Post.publishAt')?.toISOString() ?? null,
    options: packOptions(input.options, platform),
  }
  const files: CarriedFile[] = []
  const prints: unknown[] = []
  for (const file of media) {
    const packed = await packFile(file, options)
    files.push(packed)
    const place = packed.handle === null ? packed.at : printOf(await file.read())
    prints.push([packed.from, place, packed.kind, packed.altText])
  }
  return { post: { ...fields, media: files }, print: printOf(JSON.stringify([sorted(fields), prints])) }
}

/** The post again, as `account.post` takes it. */
export function unpackPost({ text, media, replyTo, publishAt, options }: CarriedPost): PostInput {
  return { text, media: media.map(unpackFile), replyTo, publishAt, options }
}

/** Takes back what a media host serves for a post. */
export async function releaseFiles(post: CarriedPost, mediaHost: MediaHost | null): Promise<void> {
  for (const { handle } of post.media) if (handle !== null) await mediaHost?.release(handle)
}

function unpackFile({ from, at, kind, altText }: CarriedFile): File {
  const options = { kind, altText }
  return from === 'PATH' ? Media.fromFile(at, options) : Media.fromUrl(at, options)
}

async function packFile(file: File, { mediaHost, lifetimeSeconds }: PackOptions): Promise<CarriedFile> {
  const { kind, altText, path, url } = file
  if (path !== null) return { from: 'PATH', at: absolute(path), kind, altText, handle: null }
  if (url !== null || mediaHost === null)
    return { from: 'ADDRESS', at: url ?? '', kind, altText, handle: null }
  const hosted = await mediaHost.publish(file, { lifetimeSeconds })
  return { from: 'ADDRESS', at: hosted.url, kind, altText, handle: hosted.handle }
}

function packOptions(options: unknown, platform: string): JsonObject {
  try {
    return toPlainJson(options ?? {}, 'options') as JsonObject // checkPost has seen that it is an object
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : 'options cannot be kept as JSON.'
    throw new InvalidPostError(`${what} A queue carries nothing else.`, { platform, cause })
  }
}

/** The same value whatever the order of its keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)])
}
