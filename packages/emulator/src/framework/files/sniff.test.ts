import { expect, it } from 'vitest'

import { sampleAnimatedGif, sampleMp4, sampleMp4Head, samplePng } from './samples.js'
import { sniff } from './sniff.js'

const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))
const VP8X = latin(`RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x1f\x00\x00\x0f\x00\x00`)
const VP8 = latin(`RIFF\x00\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x20\x00\x10\x00`)
const JPEG = latin('\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x10\x00\x20\x03')

it.each([
  ['PNG', samplePng(32, 16), 'image/png', 32, 16, false],
  ['JPEG', JPEG, 'image/jpeg', 32, 16, false],
  [
    'JPEG without a frame',
    latin('\xff\xd8\xff\xd9\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    'image/jpeg',
    null,
    null,
    false,
  ],
  ['moving GIF', sampleAnimatedGif(), 'image/gif', 1, 1, true],
  ['moving WebP', VP8X, 'image/webp', 32, 16, true],
  ['WebP', VP8, 'image/webp', 32, 16, false],
  ['lossless WebP', latin('RIFF\x00\x00\x00\x00WEBPVP8L'), 'image/webp', null, null, false],
  ['MP4', sampleMp4(100), 'video/mp4', null, null, false],
  ['QuickTime', latin('\x00\x00\x00\x14ftypqt  '), 'video/quicktime', null, null, false],
  ['WebM', latin('\x1a\x45\xdf\xa3\x00'), 'video/webm', null, null, false],
  ['MP3', latin('ID3\x04'), 'audio/mpeg', null, null, false],
])('detects a %s', (_name, bytes, contentType, width, height, isAnimated) => {
  expect(sniff(bytes)).toEqual({ contentType, width, height, isAnimated })
})

it('returns null for unknown formats', () => {
  expect(sniff(new Uint8Array(100))).toBeNull()
  expect(sniff(new Uint8Array())).toBeNull()
})

it('detects videos of any size by the same first bytes', () => {
  expect(sampleMp4(10_000).subarray(0, 24)).toEqual(sampleMp4Head())
})
