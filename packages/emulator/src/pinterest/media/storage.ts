import { bodyOf, receive } from '../../framework/bodies/body.js'
import { MultipartError, type MultipartPart, readMultipart } from '../../framework/bodies/multipart.js'
import { sniff } from '../../framework/files/sniff.js'
import { hide } from '../../framework/log/hide.js'
import { notesOf } from '../../framework/log/request-notes.js'
import type { Visit } from '../../framework/router.js'
import type { Upload } from '../records.js'
import type { PinterestState } from '../state.js'
import { StorageRefusal } from '../wire/refusals.js'

/**
 * Maximum size of a video: 2 GB, read here as 2 GiB.
 * https://help.pinterest.com/en/business/article/pinterest-product-specs (fact sheet of
 * 2026-11-22)
 */
const MAX_VIDEO = 2_147_483_648

const denied = (reason: string): StorageRefusal =>
  new StorageRefusal(403, 'AccessDenied', `Invalid according to Policy: ${reason}`)

/**
 * Finds the upload to which a submitted form belongs.
 * @throws StorageRefusal if a form field is missing, added or changed, or if the form expired.
 */
function findUpload(state: PinterestState, fields: ReadonlyMap<string, string>): Upload {
  const upload = [...state.uploads.values()].find(({ parameters }) => parameters['key'] === fields.get('key'))
  if (upload === undefined) throw denied('Policy Condition failed: ["starts-with", "$key", "uploads/"]')
  for (const [name, value] of Object.entries(upload.parameters))
    if (fields.get(name) !== value) throw denied(`Policy Condition failed: ["eq", "$${name}"]`)
  for (const name of fields.keys())
    if (upload.parameters[name] === undefined) throw denied(`Extra input fields: ${name.slice(0, 100)}`)
  const ends = upload.registeredAt.getTime() + state.settings.uploadSeconds * 1000
  if (ends <= state.clock.now().getTime()) throw denied('Policy expired.')
  return upload
}

/** Returns a form field for the request log. Values of the signature are hidden. */
const shown = (name: string, value: string | null): string | null =>
  value !== null && (name === 'policy' || name.startsWith('x-amz-s')) ? hide(value) : value

async function readField({ body }: MultipartPart): Promise<string> {
  const { kept } = await receive(body, { keepUpTo: 16_384, hash: null })
  if (kept === null)
    throw new StorageRefusal(
      400,
      'MaxPostPreDataLengthExceeded',
      'Your POST request fields preceding the upload file were too large.',
    )
  return new TextDecoder().decode(kept)
}

/** Counts and hashes the bytes of a video while they arrive. The bytes are not stored. */
async function takeFile(state: PinterestState, upload: Upload, part: MultipartPart): Promise<void> {
  const { bytes, sum, head, tooBig } = await receive(part.body, { refuseAbove: MAX_VIDEO })
  if (tooBig)
    throw new StorageRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  // A client can send the file again. Pinterest continues to process the first file.
  if (upload.uploadedAt !== null) return
  upload.bytes = bytes
  upload.sha256 = sum
  upload.contentType = part.contentType
  upload.isVideo = sniff(head)?.contentType.startsWith('video/') ?? false
  upload.uploadedAt = state.clock.now()
}

function checkHeaders({ headers }: Request): void {
  if (headers.has('authorization'))
    throw new StorageRefusal(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  if (headers.has('transfer-encoding') || !headers.has('content-length'))
    throw new StorageRefusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
}

/** POST /upload/: receives a video at the storage host. Form fields after the file are ignored. */
export async function storeFile(state: PinterestState, { request }: Visit): Promise<Response> {
  checkHeaders(request)
  const fields = new Map<string, string>()
  let isStored = false
  try {
    for await (const part of readMultipart(bodyOf(request), request.headers.get('content-type') ?? '')) {
      const { name, filename, contentType } = part
      const isFile = name === 'file'
      if (isStored) continue
      const value = isFile ? null : await readField(part)
      notesOf(request).parts.push({
        name,
        filename,
        contentType,
        bytes: value?.length ?? 0,
        text: shown(name, value),
      })
      if (value !== null) fields.set(name, value)
      else {
        await takeFile(state, findUpload(state, fields), part)
        isStored = true
      }
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    throw new StorageRefusal(
      400,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    )
  }
  if (!isStored)
    throw new StorageRefusal(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
  return new Response(null, { status: 204 })
}
