import { aVideo } from '@social/testkit/platform'

import type { usingEmulator } from './at-emulator.js'
import { OPTIONS } from './videos.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

/** Signs in an account, publishes a video, and resets the request counters. */
export async function withVideo(at: At, publishAt: string | null = null) {
  const ada = await at.signIn()
  const { id } = await ada.post({ media: [aVideo()], options: OPTIONS, publishAt })
  at.forget()
  return { ada, id }
}
