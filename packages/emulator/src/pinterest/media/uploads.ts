import type { Visit } from '../../framework/router.js'
import type { Upload } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import { nextId, type PinterestState } from '../state.js'
import { checkFields, digits, oneOf, readJson } from '../wire/input.js'
import { page } from '../wire/paging.js'
import { noUpload } from '../wire/refusals.js'

/** Updates the status of all videos to the current time. */
export function completeUploads(state: PinterestState): void {
  const now = state.clock.now().getTime()
  const { registeredSeconds, processSeconds } = state.settings
  for (const upload of state.uploads.values()) {
    if (upload.uploadedAt === null) continue
    const begins = upload.uploadedAt.getTime() + registeredSeconds * 1000
    if (upload.status === 'registered' && begins <= now) upload.status = 'processing'
    if (upload.status === 'processing' && begins + processSeconds * 1000 <= now)
      upload.status = upload.isVideo ? 'succeeded' : 'failed'
  }
}

const compact = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

function formOf(state: PinterestState, id: string, personId: string): Record<string, string> {
  const date = compact(state.clock.now())
  return {
    'x-amz-date': date,
    'x-amz-signature': state.seed.token('signature', 40),
    'x-amz-security-token': state.seed.token('security'),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: `uploads/11/aa/22/3:video:${personId}:${id}`,
    policy: state.seed.token('policy'),
    'x-amz-credential': `ASIA6QZJ64OP/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    'Content-Type': 'multipart/form-data',
  }
}

/**
 * POST /v5/media: registers a video upload. The response contains the form for the storage host.
 */
export async function registerUpload(state: PinterestState, visit: Visit): Promise<Response> {
  const scopes = ['pins:read', 'pins:write']
  const caller = requireCaller(state, visit, { scopes, category: 'org_write' })
  checkFields(await readJson(visit.request), { media_type: oneOf('video') }, ['media_type'])
  const id = nextId(state)
  const upload: Upload = {
    id,
    personId: caller.person.id,
    parameters: formOf(state, id, caller.person.id),
    registeredAt: state.clock.now(),
    status: 'registered',
    uploadedAt: null,
    bytes: 0,
    sha256: null,
    contentType: null,
    isVideo: false,
  }
  state.uploads.set(id, upload)
  return Response.json(
    {
      media_id: id,
      media_type: 'video',
      upload_url: `${state.origin}/upload/`,
      upload_parameters: upload.parameters,
    },
    { status: 201 },
  )
}

const toJson = ({ id, status }: Upload): object => ({ media_id: id, media_type: 'video', status })

const reads = { scopes: ['pins:read'], category: 'org_read' } as const

/** GET /v5/media/:media: returns the status of an upload. */
export function readUpload(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, reads)
  const id = visit.params['media'] ?? ''
  checkFields({ media_id: id }, { media_id: digits })
  const upload = state.uploads.get(id)
  if (upload === undefined || upload.personId !== caller.person.id) throw noUpload()
  return Response.json(toJson(upload))
}

/**
 * GET /v5/media: lists the caller's uploads, newest first, without the forms for the storage host.
 */
export function listUploads(state: PinterestState, visit: Visit): Response {
  const caller = requireCaller(state, visit, reads)
  const own = [...state.uploads.values()].filter(({ personId }) => personId === caller.person.id)
  return Response.json(page(visit.url, own.toReversed(), toJson))
}
