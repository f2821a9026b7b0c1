// A new key signs the sessions of the local stack from now on, running or not. Tokens of the keys
// before it are believed until they run out, so nobody is signed out.
import { defaultStateDir } from './project.ts'
import { rotateKeys } from 'local-supabase/tokens.ts'

console.log(`Sessions are signed with the key ${await rotateKeys(defaultStateDir())} from now on.`)
