import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../ui/actions/button.tsx'
import s from './link-screen.module.css'

const [width, height] = [600, 200]

/** Optional box in which a signer draws a signature. `onChange`: gets the PNG in base 64; empty if the box is empty or closed. */
export function SignaturePad({ onChange }: { onChange: (png: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawing = useRef(false)
  const getContext = () => canvas.current?.getContext('2d', { alpha: false })

  function clear() {
    const context = getContext()
    if (!context) return
    // On white, because the signature is printed on paper.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    onChange('')
  }
  function attach(node: HTMLCanvasElement | null) {
    if (!node || canvas.current === node) return
    canvas.current = node
    clear()
  }
  function trace(event: PointerEvent<HTMLCanvasElement>, starts: boolean) {
    const context = getContext()
    const { left, top, width: shown, height: tall } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [((event.clientX - left) / shown) * width, ((event.clientY - top) / tall) * height]
    if (!context) return
    if (starts) {
      event.currentTarget.setPointerCapture(event.pointerId)
      isDrawing.current = true
      Object.assign(context, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#10223f' })
      context.beginPath()
      context.moveTo(x, y)
    }
    if (!isDrawing.current) return
    context.lineTo(x, y)
    context.stroke()
  }
  function finish() {
    if (!isDrawing.current) return
    isDrawing.current = false
    onChange(canvas.current?.toDataURL('image/png').split(',')[1] ?? '')
  }
  function close() {
    onChange('')
    canvas.current = null
    setOpen(false)
  }
  if (!isOpen)
    return (
      <div>
        <Button size="s" icon="edit" onClick={() => setOpen(true)}>
          Dibujar mi firma (opcional)
        </Button>
      </div>
    )
  return (
    <div className={s.pad}>
      <canvas
        ref={attach}
        width={width}
        height={height}
        role="img"
        aria-label="Recuadro para dibujar la firma con el dedo o el ratón"
        onPointerDown={(event) => trace(event, true)}
        onPointerMove={(event) => trace(event, false)}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
      <div className="wrap">
        <Button size="s" onClick={clear}>
          Borrar
        </Button>
        <Button size="s" variant="quiet" onClick={close}>
          Firmar sin dibujo
        </Button>
      </div>
    </div>
  )
}
