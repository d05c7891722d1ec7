import { PlatformError } from '@social/core/platform'
import { expect, it } from 'vitest'

import { assertUploadAddress } from './addresses.js'
import { readSettings } from './options.js'

const OWN = 'http://127.0.0.1:4000/upload/'
const settings = readSettings({ addresses: { upload: OWN } })

it.each([
  'https://pinterest-media-upload.s3-accelerate.amazonaws.com/',
  'https://storage.example/a?b=c',
  OWN,
])('a video is sent to the URL %s of a registration', (address) => {
  expect(assertUploadAddress(address, settings)).toBe(address)
})

it.each([
  'http://storage.example/',
  'http://127.0.0.1:5000/upload/',
  'ftp://storage.example/',
  '/upload/',
  '',
])('a video is never sent to the URL "%s"', (address) => {
  expect(() => assertUploadAddress(address, settings)).toThrow(PlatformError)
  expect(() => assertUploadAddress(address, settings)).toThrow('unsafe upload URL')
  expect(() => assertUploadAddress(address, settings)).toThrow(
    expect.objectContaining({ raw: { upload_url: address } }),
  )
})
