import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { FolderTakenError, takeFolder } from './data-folder.js'

const folders: string[] = []
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taken-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it('a second studio on one folder is told which process has it, and what to set', () => {
  const folder = join(aFolder(), 'new')
  takeFolder(folder)
  expect(() => takeFolder(folder)).toThrow(FolderTakenError)
  expect(() => takeFolder(folder)).toThrow(`process ${process.pid}`)
  expect(() => takeFolder(folder)).toThrow('STUDIO_DATA')
})

it('a folder given back is free, and nothing is left in it', () => {
  const folder = aFolder()
  takeFolder(folder)()
  expect(readdirSync(folder)).toEqual([])
  expect(takeFolder(folder)).toBeTypeOf('function')
})

it('a studio that died has left its folder free', () => {
  const folder = aFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(folder, 'studio.pid'), String(pid))
  expect(takeFolder(folder)).toBeTypeOf('function')
  expect(existsSync(join(folder, 'studio.pid'))).toBe(true)
})

it.each(['', 'nonsense', '0', '-1'])('a record of %j is nobody', (record) => {
  const folder = aFolder()
  writeFileSync(join(folder, 'studio.pid'), record)
  expect(takeFolder(folder)).toBeTypeOf('function')
})
