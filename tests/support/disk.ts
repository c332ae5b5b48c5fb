import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' })

/** `EXT4_IOC_SHUTDOWN` without flush: unsynced data is lost, like after a power loss. */
const cut = 'open(F, "<", $ARGV[0]) or die $!; my $how = pack("I", 2); defined ioctl(F, 0x8004587d, $how) or die $!'

/** Returns whether disks can be mounted: requires root and loop devices. */
export const mayHaveDisks = () => process.getuid?.() === 0 && existsSync('/dev/loop-control')

/** Mounts a disk image of `megabytes` with a data folder. Requires root. */
export function aDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'formatos-disk-'))
  const image = join(folder, 'disk')
  const mounted = join(folder, 'mounted')
  const data = join(mounted, 'data')
  const ballast = join(mounted, 'ballast')
  mkdirSync(mounted)
  run('truncate', '-s', `${megabytes}M`, image)
  run('mkfs.ext4', '-q', image)
  // Writes unsynced data as rarely as possible.
  const mount = () => run('mount', '-o', 'loop,data=writeback,commit=300,errors=remount-ro', image, mounted)
  /**
   * Unmounts the disk completely. A container that starts at the same time has a copy of all mounts for a moment. A new mount would show the disk
   * of before meanwhile, which is read-only after an error.
   */
  function unmount() {
    run('umount', mounted)
    for (const until = Date.now() + 30_000; run('losetup', '-j', image).length > 0; ) {
      if (Date.now() > until) throw new Error('the disk is still mounted elsewhere')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
  mount()
  mkdirSync(data)
  chmodSync(data, 0o777)
  return {
    data,
    /** Simulates a power loss and mounts the disk again. No file may be open. */
    losePower() {
      run('perl', '-e', cut, mounted)
      unmount()
      mount()
    },
    /** Fills the disk completely. */
    fill() {
      const file = openSync(ballast, 'w')
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 2)) while (fits(file, size));
      closeSync(file)
    },
    empty: () => rmSync(ballast),
    /** Simulates a disk error, after which the kernel makes the disk read-only. */
    fail() {
      const device = run('findmnt', '-no', 'SOURCE', mounted).toString().trim().replace('/dev/', '')
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
    },
    /** Repairs the disk. No file may be open. */
    repair() {
      unmount()
      spawnSync('e2fsck', ['-fy', image])
      mount()
    },
    remove() {
      unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fits(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
