import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'

import type { usingEmulator } from './at-emulator.js'

/** Chunk size in bytes that the emulated Facebook requests. */
const PIECE = 1000

/** A video of four chunks and a byte. */
export const BYTES = sampleMp4(4 * PIECE + 1)

export const NETWORK = { network: { pieceBytes: PIECE } }

export const video = (): Media => Media.fromBytes(BYTES, { filename: 'cake.mp4' })

export const picture = (name = 'cake.png'): Media => Media.fromBytes(samplePng(), { filename: name })

/** The emulated Facebook, and a client that calls it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** Returns the digests of the uploaded videos. */
export const sumOf = (at: At) => at.people.state().videos.map(({ sha256 }) => sha256)

/** Returns the rejection reason of a promise. */
export async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}
