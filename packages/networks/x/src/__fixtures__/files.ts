import { createHash } from 'node:crypto'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'

/** Bytes of a small PNG image. */
export const PICTURE = samplePng()
/** Bytes of a video that is uploaded in three pieces. */
export const VIDEO = sampleMp4(2_500_000)

const described = (altText?: string) => (altText === undefined ? {} : { altText })

/** An image. */
export const picture = (altText?: string): Media =>
  Media.fromBytes(PICTURE, { filename: 'cat.png', ...described(altText) })

/** Creates a video that is uploaded in three pieces. */
export const video = (altText?: string): Media =>
  Media.fromBytes(VIDEO, { filename: 'clip.mp4', ...described(altText) })

/** Returns the SHA-256 of the bytes as hexadecimal text. */
export const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
