// A process of its own: turns a folder into a link to another one and back, as fast as it can, until it is killed.
import { renameSync } from 'node:fs'

const [, , place = '', honest = '', link = ''] = process.argv
process.stdout.write('ready\n')
while (true) {
  renameSync(place, honest)
  renameSync(link, place)
  renameSync(place, link)
  renameSync(honest, place)
}
