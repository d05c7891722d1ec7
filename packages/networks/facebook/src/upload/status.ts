import type { Call } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { statusReply, type VideoStatus } from '../schemas.js'

/** How a video, or its upload, is getting on; null when Facebook tells nothing of it. Reads only. */
export async function readVideoStatus(videoId: string, { http }: Call): Promise<VideoStatus | null> {
  const { status } = await http.get(idPath(videoId), statusReply, { query: { fields: 'status' } })
  return status ?? null
}
