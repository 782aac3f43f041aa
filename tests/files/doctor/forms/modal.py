import modal

image = (
    modal.Image.debian_slim(python_version="3.12")
    .apt_install("git")
    .uv_pip_install("requests", "numpy<2")
    .pip_install(
        [
            "torch==2.5.1",
            "torchvision==0.20.1",  # beside it
        ],
        index_url="https://download.pytorch.org/whl/cu124",
    )
    .run_commands("pip install xformers==0.0.28.post3")
    .env({"HF_HOME": "/cache"})
)
app = modal.App("train", image=image)
