import type { MediaReader } from '../models/index.js'

/** Displayed size of a picture in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Maximum number of JPEG segments that are read to find the size. Pictures have about a dozen. Our
 * choice.
 */
const MAX_SEGMENTS = 200

const APP1 = 0xe1
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/**
 * Markers from SOF0 to SOF15 that start no frame: DHT, JPG and DAC.
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1
 */
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
/** Returns true for the markers without a length field: TEM and RST0 to RST7. */
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

const ORIENTATION_TAG = 0x01_12

async function bytesAt(reader: MediaReader, position: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length)
  const count = await reader.readInto(bytes, position)
  return new DataView(bytes.buffer, 0, count)
}

/**
 * Returns the Exif orientation. With 5 to 8, the picture is rotated by 90 degrees.
 * https://www.cipa.jp/std/documents/e/DC-008-2012_E.pdf, 4.6.4
 */
function orientationIn(exif: DataView): number {
  const tiff = 6
  if (exif.byteLength < tiff + 8 || exif.getUint32(0) !== 0x45_78_69_66) return 1
  const little = exif.getUint16(tiff) === 0x49_49
  const directory = tiff + exif.getUint32(tiff + 4, little)
  if (directory + 2 > exif.byteLength) return 1
  const entries = exif.getUint16(directory, little)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > exif.byteLength) return 1
    if (exif.getUint16(entry, little) === ORIENTATION_TAG) return exif.getUint16(entry + 8, little)
  }
  return 1
}

/**
 * Reads the displayed size of a JPEG, after the rotation in its Exif data. Null if the size cannot
 * be found.
 */
export async function readJpegSize(reader: MediaReader): Promise<ImageSize | null> {
  let orientation = 1
  let position = 2
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = await bytesAt(reader, position, 9)
    if (head.byteLength < 9 || head.getUint8(0) !== 0xff) return null
    const marker = head.getUint8(1)
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    if (marker === 0xff) position += 1 // fill byte
    else if (hasNoLength(marker)) position += 2
    else {
      const length = head.getUint16(2)
      if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker)) {
        const [height, width] = [head.getUint16(5), head.getUint16(7)]
        return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height }
      }
      if (marker === APP1 && orientation === 1)
        orientation = orientationIn(await bytesAt(reader, position + 4, Math.max(0, length - 2)))
      position += 2 + length
    }
  }
  return null
}
