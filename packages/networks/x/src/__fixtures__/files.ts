import { createHash } from 'node:crypto'

import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'

/** Bytes of a picture. */
export const PICTURE = samplePng()
/** Bytes of a video of three pieces. */
export const VIDEO = sampleMp4(2_500_000)

const described = (altText?: string) => (altText === undefined ? {} : { altText })

/** A picture. */
export const picture = (altText?: string): Media =>
  Media.fromBytes(PICTURE, { filename: 'cat.png', ...described(altText) })

/** A video of three pieces. */
export const video = (altText?: string): Media =>
  Media.fromBytes(VIDEO, { filename: 'clip.mp4', ...described(altText) })

/** Hexadecimal SHA-256. */
export const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
