import { expect, it } from 'vitest'

import { pictureUrl } from './picture-url.js'

// Holds R-0098.
it.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['  http://cdn.example/a.png\n', 'http://cdn.example/a.png'],
  ['HTTPS://cdn.example/a.png', 'HTTPS://cdn.example/a.png'],
])('accepts an http(s) URL: %j', (value, shown) => {
  expect(pictureUrl(value)).toBe(shown)
})

// Holds R-0098.
it.each([
  // A page that used this URL in an attribute would run the script.
  'javascript:alert(1)//https://cdn.example/a.png',
  'data:image/svg+xml,https://cdn.example/a.png',
  'x https://cdn.example/a.png',
  '/a.png',
  '//cdn.example/a.png',
  'https:///a.png',
  'https://',
  'https://cdn.example/a b.png',
  'https://cdn.example/a\u0085b.png',
  'https://cdn.example/gnp.\u202Egnp.exe',
  'https://[cdn.example/a.png',
  'https://cdn.example:99999/a.png',
  '',
  null,
  undefined,
  5,
  { href: 'https://cdn.example/a.png' },
])('returns null for an invalid URL: %j', (value) => {
  expect(pictureUrl(value)).toBeNull()
})
