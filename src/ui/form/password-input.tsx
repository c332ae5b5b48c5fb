import { type ComponentProps, useState } from 'react'
import { IconButton } from '../actions/button.tsx'
import { TextInput } from './form-field.tsx'
import s from './input-button.module.css'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={s.wrap}>
      <TextInput
        {...props}
        className={s.input}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton
        className={s.button}
        size="s"
        icon={shown ? 'eyeOff' : 'eye'}
        label={shown ? 'Ocultar los caracteres' : 'Mostrar los caracteres'}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
