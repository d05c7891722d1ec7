import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'

import { ConfigError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from '../__fixtures__/files.js'
import { sqliteStores } from '../stores.js'
import { makePrivate } from './private-file.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const rightsOf = (path: string): number => statSync(path).mode & 0o777

/**
 * Creates a file and its write-ahead log as a killed process leaves them, both readable by every
 * user.
 */
async function aFileOfEverybody(): Promise<string> {
  const [path, copy] = [folder.file(), folder.file()]
  using stores = sqliteStores(path)
  await stores.storage.saveConnection(aConnection())
  for (const ending of ['', '-wal', '-shm']) {
    copyFileSync(path + ending, copy + ending)
    chmodSync(copy + ending, 0o666)
  }
  return copy
}

describe('the file of the stores', () => {
  it('loses the read permission of others, with the files next to it', async () => {
    const path = await aFileOfEverybody()
    using stores = sqliteStores(path)

    for (const ending of ['', '-wal', '-shm']) expect(rightsOf(path + ending)).toBe(0o600)
    expect(await stores.storage.getConnection('fake:42')).not.toBeNull()
  })

  it('keeps narrower permissions', () => {
    const path = folder.file()
    sqliteStores(path).close()
    chmodSync(path, 0o700)
    sqliteStores(path).close()

    expect(rightsOf(path)).toBe(0o700)
  })

  it('may not be a symbolic link', () => {
    const [target, link] = [folder.file(), folder.file()]
    sqliteStores(target).close()
    chmodSync(target, 0o644)
    symlinkSync(target, link)

    expect(() => sqliteStores(link)).toThrow(ConfigError)
    expect(() => sqliteStores(link)).toThrow(
      `${link} is a symbolic link, which is not followed. Pass the path of its target.`,
    )
    expect(rightsOf(target)).toBe(0o644)
  })

  it('may not be a symbolic link without a target', () => {
    const [target, link] = [folder.file(), folder.file()]
    symlinkSync(target, link)

    expect(() => sqliteStores(link)).toThrow(/is a symbolic link/)
    expect(existsSync(target)).toBe(false)
  })

  it.each(['-wal', '-shm', '-journal'])('may not have a link next to it with the ending %s', (ending) => {
    const [path, target] = [folder.file(), folder.file()]
    symlinkSync(target, path + ending)

    expect(() => sqliteStores(path)).toThrow(`${path}${ending} is a symbolic link`)
    expect(existsSync(target)).toBe(false)
  })

  it('may not be a folder', () => {
    const path = folder.file()
    mkdirSync(path)

    expect(() => sqliteStores(path)).toThrow(`${path} is not a file. Pass the path of a file.`)
    expect(lstatSync(path).isDirectory()).toBe(true)
  })
})

/** Creates a file that its group can read. */
function aReadableFile(): string {
  const path = folder.file()
  sqliteStores(path).close()
  chmodSync(path, 0o640)
  return path
}

describe('a file of another user', () => {
  const notPermitted = Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  it('that others can read is refused with the required action of its owner', () => {
    const path = aReadableFile()
    const make = (): void =>
      makePrivate(path, () => {
        throw notPermitted
      })

    expect(make).toThrow(ConfigError)
    expect(make).toThrow(
      `${path} contains tokens and can be read by other users, and this process cannot change that. Run "chmod 600 ${path}" as its owner.`,
    )
    expect(make).toThrow(expect.objectContaining({ cause: notPermitted }))
  })

  it('that disappears in the meantime is not refused', () => {
    const path = aReadableFile()
    makePrivate(path, (gone) => {
      rmSync(gone)
      throw notPermitted
    })

    expect(existsSync(path)).toBe(false)
  })
})
