import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { assertPublicUrl, cleanHost, hostUrl, isLoopbackHost } from './address.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

const guarded = { platform: 'mastodon', allowLoopback: false }
const local = { platform: 'mastodon', allowLoopback: true }

const NOT_PUBLIC = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '3fff::1',
  '100::1',
  '4000::1',
  '64:ff9b:1::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '::10.0.0.1',
  'not an address',
  '',
]
const PUBLIC = [
  '1.1.1.1',
  '100.63.255.255',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
]
const LOOPBACK = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']

describe('IP addresses', () => {
  it.each([...NOT_PUBLIC, ...LOOPBACK])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(PUBLIC)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(isLoopbackAddress(address)).toBe(false)
  })

  it.each(LOOPBACK)('%s is loopback', (address) => {
    expect(isLoopbackAddress(address)).toBe(true)
  })

  it.each(NOT_PUBLIC)('%s is not loopback', (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  })
})

describe('cleanHost', () => {
  it.each([
    ['mastodon.social', 'mastodon.social'],
    ['https://Mastodon.Social/', 'mastodon.social'],
    ['  mastodon.social/about?x#y ', 'mastodon.social'],
    ['@me@mastodon.social', 'mastodon.social'],
    ['me@mastodon.social', 'mastodon.social'],
    ['http://mastodon.social:8443/', 'mastodon.social:8443'],
    ['mastodon.social:443', 'mastodon.social'],
    ['mastodon.social.', 'mastodon.social'],
    ['tūṭ.example', 'xn--t-qna293t.example'],
    ['1.1.1.1', '1.1.1.1'],
  ])('parses %s', (typed, host) => {
    expect(cleanHost(typed, guarded)).toBe(host)
  })

  it.each([
    '',
    ' ',
    'https://',
    '@',
    'a b',
    'a\nb.example',
    'a%2eb',
    'x:y:z',
    'a.example:99999',
    'a\\b.example',
  ])('refuses %j', (typed) => {
    expect(() => cleanHost(typed, guarded)).toThrow(ConfigError)
    expect(() => cleanHost(typed, local)).toThrow('requires the name of a server')
  })

  it.each([
    'intranet',
    'db.internal',
    'printer.local',
    '10.0.0.1',
    '0x0a.1',
    '167772161',
    '[::ffff:10.0.0.1]',
    '[fd00::1]:443',
    '169.254.169.254',
    '192.168.0.1:8080',
  ])('refuses a private host: %s', (typed) => {
    expect(() => cleanHost(typed, guarded)).toThrow('public internet')
    expect(() => cleanHost(typed, local)).toThrow('public internet')
  })

  it.each([
    ['localhost:3000', 'localhost:3000'],
    ['http://127.0.0.1:4000', '127.0.0.1:4000'],
    ['2130706433', '127.0.0.1'],
    ['[::1]:80', '[::1]:80'],
    ['social.localhost', 'social.localhost'],
  ])('allows loopback only if configured: %s', (typed, host) => {
    expect(() => cleanHost(typed, guarded)).toThrow('public internet. For a server on this machine')
    expect(() => cleanHost(typed, guarded)).toThrow('pass allowLoopback: true to the client')
    expect(cleanHost(typed, local)).toBe(host)
    expect(hostUrl(host, local)).toBe(`http://${host}`)
    expect(hostUrl(host, guarded)).toBe(`https://${host}`)
  })

  it.each([
    [5, local, 'hostUrl must be given a host and { allowLoopback }, not 5'],
    ['a.example', null, 'hostUrl must be given a host and { allowLoopback }, not null'],
  ])('requires a host and options: %j, %j', (host, options, sentence) => {
    const wrong = hostUrl as (host: unknown, options: unknown) => string // wrong type on purpose: JavaScript applications may pass any value
    expect(() => wrong(host, options)).toThrow(sentence)
  })

  it('is https for other hosts', () => {
    expect(hostUrl('mastodon.social', local)).toBe('https://mastodon.social')
    expect(isLoopbackHost('localhost.example')).toBe(false)
  })
})

describe('a URL from a person', () => {
  it('can be https to a public host', () => {
    expect(assertPublicUrl('https://Cdn.example/a.png?x=1', guarded).href).toBe(
      'https://cdn.example/a.png?x=1',
    )
  })

  it.each([
    ['nonsense', 'starts with https'],
    ['http://cdn.example/', 'not https'],
    ['ftp://cdn.example/', 'not https'],
    ['https://me:secret@cdn.example/', 'password'],
    ['https://10.0.0.1/', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://localhost/', 'public internet'],
    ['https://metadata/', 'public internet'],
  ])('must not be %s', (url, message) => {
    const opening = (): unknown => assertPublicUrl(url, guarded)
    expect(opening).toThrow(ConfigError)
    expect(opening).toThrow(message)
    expect(opening).not.toThrow('secret')
  })

  it('can be loopback, also with http, only if configured', () => {
    expect(assertPublicUrl('http://127.0.0.1:3000/a', local).port).toBe('3000')
    expect(() => assertPublicUrl('http://127.0.0.1:3000/a', guarded)).toThrow(
      'mastodon cannot use 127.0.0.1: it is not a host on the public internet. For a server on this machine, such as the emulator, pass allowLoopback: true to the client.',
    )
    expect(() => assertPublicUrl('http://10.0.0.1/', local)).toThrow('not https')
  })
})

describe('the name of a server from outside', () => {
  it.each([
    ['letters', (letters: number) => 'a'.repeat(letters)],
    ['dots', (letters: number) => '.'.repeat(letters)],
    ['colons and digits', (letters: number) => ':1'.repeat(letters / 2)],
    ['digits behind a colon', (letters: number) => `a:${'1'.repeat(letters)}x`],
    ['slashes', (letters: number) => `a${'/'.repeat(letters)}`],
    ['brackets', (letters: number) => `[${':'.repeat(letters)}`],
    ['white space', (letters: number) => `${' '.repeat(letters)}a`],
    ['accents', (letters: number) => 'ä'.repeat(letters)],
  ])('with many %s is parsed in linear time', (_what, make) => {
    expect(growthOf((host: string) => cleanHost(host, guarded), make)).toBeLessThan(MAX_GROWTH)
  })
})
