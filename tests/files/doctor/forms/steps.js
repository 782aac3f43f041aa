module.exports = {
  run: [
    {
      "when": "{{gpu === 'nvidia' && kernel}}",
      "method": "shell.run",
      "params": {
        "message": [
          "uv pip install torch==2.7.0 torchvision==0.22.0 --index-url https://download.pytorch.org/whl/cu128 --force-reinstall"
        ]
      },
      "next": null
    },
    {
      when: "{{platform === 'linux' && gpu !== 'nvidia'}}",
      method: "shell.run",
      params: {
        message: "uv pip install torch==2.7.0 torchvision==0.22.0 --index-url https://download.pytorch.org/whl/cpu"
      }
    }
  ]
}
